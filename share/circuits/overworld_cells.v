// The components of Logic World as modules, for the Verilog that `overworld netlist` writes.
//
// A tick is 1 ns. Nets change at whole ticks, and so must what a test bench drives. Half a tick later a component
// looks at its inputs, when all that happens in no time (wires, relays, fast buffers) has happened, and another half
// later its output follows. A wire that is on is strong, one that is off is pulled down: several drivers are an OR,
// and relays lead both ways. INITIAL is what an output was when the world was saved.
//
// Yosys knows neither time nor strength: for it (it defines YOSYS) a latch is a latch, and what has no meaning
// without time or strength is a black box.
`timescale 1ns / 100ps

`ifdef YOSYS

module ow_latch #(parameter INITIAL = 1'b0) (input data, input enable, output reg out);
    always @*
        if (enable) out = data;
endmodule

(* blackbox *)
module ow_delayer #(parameter INITIAL = 1'b0, parameter DELAY = 1, parameter COUNTER = 0)
    (input in, output out);
endmodule

(* blackbox *)
module ow_randomizer #(parameter INITIAL = 1'b0) (input in, output out);
endmodule

(* blackbox *)
module ow_relay #(parameter CLOSED = 1'b0) (input control, inout a, inout b);
endmodule

`else

module ow_inverter #(parameter INITIAL = 1'b0) (input in, output reg out);
    initial out = INITIAL;
    always begin
        #0.5 out <= #0.5 ~in;
        @(in);
    end
endmodule

module ow_and #(parameter INITIAL = 1'b0, parameter INPUTS = 2) (input [INPUTS-1:0] in, output reg out);
    initial out = INITIAL;
    always begin
        #0.5 out <= #0.5 &in;
        @(in);
    end
endmodule

module ow_xor #(parameter INITIAL = 1'b0) (input [1:0] in, output reg out);
    initial out = INITIAL;
    always begin
        #0.5 out <= #0.5 ^in;
        @(in);
    end
endmodule

module ow_buffer #(parameter INITIAL = 1'b0) (input in, output reg out);
    initial out = INITIAL;
    always begin
        #0.5 out <= #0.5 in;
        @(in);
    end
endmodule

module ow_latch #(parameter INITIAL = 1'b0) (input data, input enable, output reg out);
    initial out = INITIAL;
    always begin
        #0.5 if (enable) out <= #0.5 data;
        @(data or enable);
    end
endmodule

// Counts up while the input is on and down while it is off; at either end the output follows.
module ow_delayer #(parameter INITIAL = 1'b0, parameter DELAY = 1, parameter COUNTER = 0)
    (input in, output reg out);
    integer counter;
    initial begin
        out = INITIAL;
        counter = COUNTER;
    end
    always begin
        #0.5;
        if (in && counter < DELAY) counter = counter + 1;
        else if (!in && counter > 0) counter = counter - 1;
        if (counter == (in ? DELAY : 0)) begin
            out <= #0.5 in;
            @(in);
        end else #0.5;
    end
endmodule

// On or off by chance whenever the input turns on; another chance than that of `overworld simulate`.
module ow_randomizer #(parameter INITIAL = 1'b0) (input in, output reg out);
    initial out = INITIAL;
    always @(in) begin
        #0.5 out <= #0.5 in & $random;
    end
endmodule

module ow_relay #(parameter CLOSED = 1'b0) (input control, inout a, inout b);
    reg closed;
    initial closed = CLOSED;
    always begin
        #0.5 closed <= #0.5 control;
        @(control);
    end
    tranif1 (a, b, closed);
endmodule

// What a net was when the world was saved, though nothing drove it: gone after the first tick.
module ow_saved (output out);
    reg on;
    initial begin
        on = 1;
        #1 on = 0;
    end
    assign out = on;
endmodule

module ow_bcd #(parameter INITIAL = 12'b0) (input [7:0] in, output reg [11:0] out);
    wire [3:0] ones = in % 10, tens = in / 10 % 10, hundreds = in / 100;
    initial out = INITIAL;
    always begin
        #0.5 out <= #0.5 {hundreds, tens, ones};
        @(in);
    end
endmodule

// Outputs by a truth table: OUTPUTS bits for each row, the lowest row and the lowest output last.
module ow_table #(parameter INPUTS = 1, parameter OUTPUTS = 1, parameter ROWS = 0, parameter INITIAL = 0)
    (input [INPUTS-1:0] in, output reg [OUTPUTS-1:0] out);
    wire [(1 << INPUTS) * OUTPUTS - 1:0] rows = ROWS;
    initial out = INITIAL;
    always begin
        #0.5 out <= #0.5 rows[in * OUTPUTS +: OUTPUTS];
        @(in);
    end
endmodule

`endif
