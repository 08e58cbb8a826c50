// Makes RAMs of a mod of the cells that overworld_memory.v leaves, for `overworld build --memory mod`: for
// `techmap -map overworld_ram.v`, after abc, in place of overworld_store.v.
//
// CheeseUtilMod.DualPortRamResizable writes through one port and reads through the other. So each read port of a
// memory has RAMs of its own, and all of them are written alike. Neighbouring bits with the same enable share a RAM.
//
// A RAM writes whenever its input is on, whatever the address is by then. In ticks from where the clock goes on (0)
// and off (h): address, data and enable stand in latches that are open while the clock is off. They are right in tick 0
// and until tick h + 1. `WRITE` is an AND of the clock and an enable, on from tick 1 to h, or the clock itself.
// src/circuit/build/clock.c finds this from the gates alone.

(* techmap_celltype = "ow_store" *)
module ow_rams(CLK, EN, ADDR, DATA, FROM, READ);
    parameter SIZE = 1, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 1'bx, READS = 1, POLARITY = 1; // always 1
    parameter ENABLE_BITS = 1, ENABLES = 0; // a number for each bit: equal if the enables are the same net

    input CLK;
    input [WIDTH-1:0] EN, DATA;
    input [ABITS-1:0] ADDR;
    input [READS*ABITS-1:0] FROM;
    output [READS*WIDTH-1:0] READ;

    localparam MOST = 32; // bits of a RAM
    localparam NEVER = 0, ALWAYS = 1; // the numbers of enables that are constant

    function integer enable_of(input integer bit);
        enable_of = ENABLES[bit*ENABLE_BITS +: ENABLE_BITS];
    endfunction

    // Which bits are the first of a RAM. Neighbours with the same enable share one.
    function [WIDTH-1:0] find_first(input integer unused);
        integer i, first;
        begin
            find_first = 0;
            first = 0;
            for (i = 0; i < WIDTH; i = i + 1)
                if (i == 0 || i - first == MOST || enable_of(i) != enable_of(i - 1)) begin
                    find_first[i] = 1;
                    first = i;
                end
        end
    endfunction
    localparam [WIDTH-1:0] FIRST = find_first(0);

    // How many bits the RAM with this first one has.
    function integer count(input integer first);
        integer i;
        begin
            count = 1;
            for (i = first + 1; i < WIDTH && !FIRST[i]; i = i + 1)
                count = count + 1;
        end
    endfunction

    localparam IS_ROM = ENABLES == 0;

    wire open;
    wire [ABITS-1:0] address;
    wire [WIDTH-1:0] data, write;
    genvar bit, port;
    generate
        ow_not opens (.A(CLK), .Y(open));
        for (bit = 0; bit < ABITS; bit = bit + 1) begin : of_address
            if (IS_ROM)
                assign address[bit] = 1'b0;
            else
                \$_DLATCH_P_ latch (.D(ADDR[bit]), .E(open), .Q(address[bit]));
        end
        for (bit = 0; bit < WIDTH; bit = bit + 1) begin : of_data
            if (enable_of(bit) == NEVER)
                assign data[bit] = 1'b0;
            else
                \$_DLATCH_P_ latch (.D(DATA[bit]), .E(open), .Q(data[bit]));
            if (FIRST[bit]) begin
                if (enable_of(bit) == NEVER) begin
                    assign write[bit] = 1'b0;
                end else if (enable_of(bit) == ALWAYS) begin
                    assign write[bit] = CLK;
                end else begin
                    wire enable;
                    \$_DLATCH_P_ enables (.D(EN[bit]), .E(open), .Q(enable));
                    ow_and2 writes (.A(CLK), .B(enable), .Y(write[bit]));
                end
            end
        end
        for (port = 0; port < READS; port = port + 1) begin : of_port
            for (bit = 0; bit < WIDTH; bit = bit + 1) begin : of_bit
                if (FIRST[bit]) begin : own
                    localparam BITS = count(bit);
                    // Kept where nothing reads it: what is programmed has all bits of a word.
                    (* keep *)
                    ow_ram #(.BITS(BITS), .ABITS(ABITS), .SIZE(SIZE), .OFFSET(OFFSET), .WIDTH(WIDTH), .FIRST(bit),
                             .INIT_BITS(SIZE*WIDTH), .INIT(INIT))
                        ram (.DATA(data[bit +: BITS]), .WRITE(write[bit]), .TO(address), .READ(1'b1),
                             .FROM(FROM[port*ABITS +: ABITS]), .OUT(READ[port*WIDTH + bit +: BITS]));
                end
            end
        end
    endgenerate
endmodule
