// Makes of Yosys' flip-flops what Logic World has: for `techmap -map overworld_map.v`. See overworld.ys.

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

// The same with a reset that needs no clock: both latches are open while it is on. When it goes off together with the
// clock going on, the first latch is closed before D can follow: an OR takes no time, but an inverter takes a tick.
// `dfflegalize` makes this of a set too, with inverters.
(* techmap_celltype = "$_DFF_PP0_" *)
module ow_flip_flop_reset(input D, input C, input R, output Q);
    parameter _TECHMAP_WIREINIT_Q_ = 1'bx;
    wire _TECHMAP_REMOVEINIT_Q_ = 1'b0;
    wire held;
    \$_DLATCH_P_ first (.D(D & ~R), .E(~C | R), .Q(held));
    \$_DLATCH_P_ second (.D(held), .E(C | R), .Q(Q));
endmodule
