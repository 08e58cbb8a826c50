// A machine that prints: it writes "Hello!" and the end of the line to whoever listens, a letter in two
// cycles of the clock, and rests. hello.json is what Yosys makes of it by the steps of docs/how-to/netlists.md.
module hello(input clk, output [6:0] data, output write);
    reg [3:0] step = 0;
    wire [2:0] letter = step[3:1];
    wire done = letter == 7;
    always @(posedge clk)
        if (!done)
            step <= step + 1;
    assign write = step[0] & !done;
    assign data = done ? 7'd0
        : letter == 0 ? "H" : letter == 1 ? "e" : letter == 2 ? "l"
        : letter == 3 ? "l" : letter == 4 ? "o" : letter == 5 ? "!" : 7'd10;
endmodule
