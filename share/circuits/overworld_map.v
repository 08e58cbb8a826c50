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

// Set and reset: the reset wins, as in Yosys. If a set goes off just as the clock goes on, the first latch holds the 1, as
// it holds the 0 of a reset above.
(* techmap_celltype = "$_DFFSR_PPP_" *)
module ow_flip_flop_set_reset(input D, input C, input S, input R, output Q);
    parameter _TECHMAP_WIREINIT_Q_ = 1'bx;
    wire _TECHMAP_REMOVEINIT_Q_ = 1'b0;
    wire held;
    \$_DLATCH_P_ first (.D((D | S) & ~R), .E(~C | S | R), .Q(held));
    \$_DLATCH_P_ second (.D(held), .E(C | S | R), .Q(Q));
endmodule

// A net without a driver is off, as in the game. `tribuf -merge` has joined all drivers of one net into one cell.
(* techmap_celltype = "$tribuf" *)
module ow_tristate(A, EN, Y);
    parameter WIDTH = 1;
    input [WIDTH-1:0] A;
    input EN;
    output [WIDTH-1:0] Y;
    assign Y = A & {WIDTH{EN}};
endmodule
