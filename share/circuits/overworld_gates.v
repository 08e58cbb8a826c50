// The gates of overworld.genlib that overworld_store.v uses, for `opt_clean` to remove those that nothing needs.
module ow_not(input A, output Y);
endmodule
module ow_and2(input A, input B, output Y);
endmodule
module ow_and3(input A, input B, input C, output Y);
endmodule
module ow_and4(input A, input B, input C, input D, output Y);
endmodule
