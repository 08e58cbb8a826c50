// Makes of Yosys' flip-flops what Logic World has: for `techmap -map overworld_map.v`, before `abc -g AND,XOR`.
//
//     read_verilog counter.v
//     synth -flatten -top counter
//     dfflegalize -cell $_DFF_P_ 01 -cell $_DLATCH_P_ x
//     techmap -map overworld_map.v
//     techmap
//     abc -g AND,XOR
//     opt_merge; opt_clean
//     write_json counter.json
//
// A flip-flop is two latches: the first follows while the clock is off, the second while it is on. `abc` gives each of
// them an inverter of its own; `opt_merge` leaves one for the whole clock.

(* techmap_celltype = "$_DFF_P_" *)
module ow_flip_flop(input D, input C, output Q);
    parameter _TECHMAP_WIREINIT_Q_ = 1'bx;
    wire _TECHMAP_REMOVEINIT_Q_ = 1'b0;
    wire held;
    \$_DLATCH_P_ first (.D(D), .E(~C), .Q(held));
    \$_DLATCH_P_ second (.D(held), .E(C), .Q(Q));
endmodule
