// Makes gates and latches of the cells that overworld_memory.v leaves: for `techmap -map overworld_store.v`, after abc.
//
// A word is a row of latches, one for each bit, which a line opens. A read port has an AND for each bit with a line of
// its word; the OR of all words is a net with many drivers.
//
// Why no word opens by mistake, in ticks from where the clock goes on (0) and off (h):
//
// - What is written (address, enables, data) stands in latches that are open while the clock is off. They are closed
//   from tick 1 on, and show something new in tick h + 2 at the earliest.
// - Inverters and decoders of the address are right from tick 2 on, until h + 3.
// - `pulse` is an AND of the clock, of the clock two inverters later, and of an enable: it goes on in tick 3 and off in
//   tick h + 1.
// - The line of a word is an AND of `pulse`, of decoders, and (if there is a pin left) of the clock. It goes on in
//   tick 4 and off in tick h + 1 or h + 2. The address is right before it goes on and until it is off.
// - A latch reads what stood there one tick before. So in tick h + 2 it takes the old data, and later nothing.
//
// A line goes on if half a period is 4 ticks or more, or 3 without the clock at its own AND. src/circuit/build/clock.c finds all this from the gates alone.

(* techmap_celltype = "ow_store" *)
module ow_latches(CLK, EN, ADDR, DATA, FROM, READ);
    parameter SIZE = 1, OFFSET = 0, ABITS = 1, WIDTH = 1, INIT = 1'bx, READS = 1, POLARITY = 1;
    parameter ENABLE_BITS = 1, ENABLES = 0; // a number for each bit: equal if the enables are the same net

    input CLK;
    input [WIDTH-1:0] EN, DATA;
    input [ABITS-1:0] ADDR;
    input [READS*ABITS-1:0] FROM;
    output [READS*WIDTH-1:0] READ;

    localparam ALWAYS = 1; // the number of an enable that is always on

    // The first bit with the same enable as this one.
    function integer first(input integer bit);
        integer i;
        begin
            first = bit;
            for (i = WIDTH - 1; i >= 0; i = i - 1)
                if (ENABLES[i*ENABLE_BITS +: ENABLE_BITS] == ENABLES[bit*ENABLE_BITS +: ENABLE_BITS])
                    first = i;
        end
    endfunction

    wire clock, open, late;
    wire [ABITS-1:0] address;
    wire [WIDTH-1:0] pulse, data;
    wire [SIZE*WIDTH-1:0] word;
    wire [SIZE*WIDTH-1:0] line;
    genvar bit, number, port;
    generate
        if (POLARITY)
            assign clock = CLK;
        else
            ow_not invert (.A(CLK), .Y(clock));
        ow_not opens (.A(clock), .Y(open));
        ow_not lags (.A(open), .Y(late));
        for (bit = 0; bit < ABITS; bit = bit + 1) begin : of_address
            \$_DLATCH_P_ latch (.D(ADDR[bit]), .E(open), .Q(address[bit]));
        end
        for (bit = 0; bit < WIDTH; bit = bit + 1) begin : of_data
            localparam FIRST = first(bit);
            \$_DLATCH_P_ latch (.D(DATA[bit]), .E(open), .Q(data[bit]));
            if (FIRST != bit) begin
                for (number = 0; number < SIZE; number = number + 1)
                    assign line[number*WIDTH + bit] = line[number*WIDTH + FIRST];
            end else begin
                if (ENABLES[bit*ENABLE_BITS +: ENABLE_BITS] == ALWAYS) begin
                    ow_and2 pulses (.A(clock), .B(late), .Y(pulse[bit]));
                end else begin
                    wire enable;
                    \$_DLATCH_P_ enables (.D(EN[bit]), .E(open), .Q(enable));
                    ow_and3 pulses (.A(clock), .B(late), .C(enable), .Y(pulse[bit]));
                end
                wire [SIZE-1:0] lines;
                ow_decoder #(.SIZE(SIZE), .OFFSET(OFFSET), .ABITS(ABITS), .PULSED(1))
                    decoder (.A(address), .CLOCK(clock), .PULSE(pulse[bit]), .Y(lines));
                for (number = 0; number < SIZE; number = number + 1)
                    assign line[number*WIDTH + bit] = lines[number];
            end
        end
        for (number = 0; number < SIZE; number = number + 1) begin : of_word
            for (bit = 0; bit < WIDTH; bit = bit + 1) begin : of_bit
                (* init = INIT[number*WIDTH + bit] *)
                wire held;
                \$_DLATCH_P_ latch (.D(data[bit]), .E(line[number*WIDTH + bit]), .Q(held));
                assign word[number*WIDTH + bit] = held;
            end
        end
        for (port = 0; port < READS; port = port + 1) begin : of_port
            wire [SIZE-1:0] lines;
            ow_decoder #(.SIZE(SIZE), .OFFSET(OFFSET), .ABITS(ABITS))
                decoder (.A(FROM[port*ABITS +: ABITS]), .CLOCK(1'b1), .PULSE(1'b1), .Y(lines));
            for (bit = 0; bit < WIDTH; bit = bit + 1) begin : of_bit
                wire [SIZE-1:0] taken;
                for (number = 0; number < SIZE; number = number + 1)
                    ow_and2 takes (.A(lines[number]), .B(word[number*WIDTH + bit]), .Y(taken[number]));
                assign READ[port*WIDTH + bit] = |taken;
            end
        end
    endgenerate
endmodule

// One line for each word: ANDs of two or three parts of the address, each with a line for each of its values.
module ow_decoder(A, CLOCK, PULSE, Y);
    parameter SIZE = 1, OFFSET = 0, ABITS = 1, PULSED = 0;
    input [ABITS-1:0] A;
    input CLOCK, PULSE;
    output [SIZE-1:0] Y;
    localparam PARTS = ABITS > 8 ? 3 : ABITS > 4 ? 2 : 1;
    localparam LOW = (ABITS + PARTS - 1) / PARTS, MIDDLE = PARTS < 2 ? 0 : (ABITS - LOW + PARTS - 2) / (PARTS - 1);
    localparam HIGH = ABITS - LOW - MIDDLE;
    wire [(1<<LOW)-1:0] low;
    wire [(1<<MIDDLE)-1:0] middle;
    wire [(1<<HIGH)-1:0] high;
    genvar word;
    generate
        ow_part #(.BITS(LOW)) lows (.A(A[LOW-1:0]), .Y(low));
        if (MIDDLE > 0)
            ow_part #(.BITS(MIDDLE)) middles (.A(A[LOW +: MIDDLE]), .Y(middle));
        if (HIGH > 0)
            ow_part #(.BITS(HIGH)) highs (.A(A[ABITS-1 -: HIGH]), .Y(high));
        for (word = 0; word < SIZE; word = word + 1) begin : of_word
            localparam [ABITS-1:0] AT = word + OFFSET;
            wire l, m, h;
            assign l = low[AT[LOW-1:0]];
            if (MIDDLE > 0)
                assign m = middle[AT[LOW +: MIDDLE]];
            if (HIGH > 0)
                assign h = high[AT[ABITS-1 -: HIGH]];
            if (PULSED && PARTS == 1)
                ow_and3 opens (.A(CLOCK), .B(PULSE), .C(l), .Y(Y[word]));
            else if (PULSED && PARTS == 2)
                ow_and4 opens (.A(CLOCK), .B(PULSE), .C(l), .D(m), .Y(Y[word]));
            else if (PULSED)
                ow_and4 opens (.A(PULSE), .B(l), .C(m), .D(h), .Y(Y[word]));
            else if (PARTS == 1)
                assign Y[word] = l;
            else if (PARTS == 2)
                ow_and2 selects (.A(l), .B(m), .Y(Y[word]));
            else
                ow_and3 selects (.A(l), .B(m), .C(h), .Y(Y[word]));
        end
    endgenerate
endmodule

// One line for each value of up to four bits.
module ow_part(A, Y);
    parameter BITS = 1;
    input [BITS-1:0] A;
    output [(1<<BITS)-1:0] Y;
    wire [BITS-1:0] inverse;
    genvar bit, value;
    generate
        for (bit = 0; bit < BITS; bit = bit + 1) begin : of_bit
            ow_not inverts (.A(A[bit]), .Y(inverse[bit]));
        end
        for (value = 0; value < 1 << BITS; value = value + 1) begin : of_value
            localparam [3:0] AT = value;
            wire [BITS-1:0] x;
            for (bit = 0; bit < BITS; bit = bit + 1)
                assign x[bit] = AT[bit] ? A[bit] : inverse[bit];
            if (BITS == 1)
                assign Y[value] = x[0];
            else if (BITS == 2)
                ow_and2 both (.A(x[0]), .B(x[1]), .Y(Y[value]));
            else if (BITS == 3)
                ow_and3 all (.A(x[0]), .B(x[1]), .C(x[2]), .Y(Y[value]));
            else
                ow_and4 all (.A(x[0]), .B(x[1]), .C(x[2]), .D(x[3]), .Y(Y[value]));
        end
    endgenerate
endmodule
