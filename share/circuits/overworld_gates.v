// The gates of overworld.genlib that overworld_store.v uses, and the RAM of overworld_ram.v, for `opt_clean` to remove those that nothing needs.
module ow_not(input A, output Y);
endmodule
module ow_and2(input A, input B, output Y);
endmodule
module ow_and3(input A, input B, input C, output Y);
endmodule
module ow_and4(input A, input B, input C, input D, output Y);
endmodule
module ow_ram #(parameter BITS = 1, ABITS = 1, SIZE = 1, OFFSET = 0, WIDTH = 1, FIRST = 0, INIT_BITS = 1,
                parameter [INIT_BITS-1:0] INIT = 0)
    (input [BITS-1:0] DATA, input WRITE, input [ABITS-1:0] TO, input READ, input [ABITS-1:0] FROM, output [BITS-1:0] OUT);
endmodule
