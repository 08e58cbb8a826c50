// Four bits that count while `up` is on, for `overworld build`: counter.json is what Yosys makes of it
// by share/circuits/overworld.ys.
module counter(input clk, input reset, input up, output reg [3:0] count);
    initial count = 4'd9;
    always @(posedge clk)
        if (reset) count <= 0;
        else if (up) count <= count + 1;
endmodule
