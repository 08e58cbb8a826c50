// Takes memories out of what abc maps: for `techmap -map overworld_memory.v`. See overworld.ys. With RAMS_OF_MOD
// defined, overworld_ram.v makes RAMs of a mod of them, which may be larger; then large ROMs become RAMs too.
//
// `memory_map` makes flip-flops of other RAMs and gates of ROMs. It also gets RAMs of fewer than eight words: abc can
// optimise flip-flops together with the gates around them, which makes the clock faster.

(* techmap_celltype = "$mem_v2" *)
module ow_memory(RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
    parameter MEMID = "", SIZE = 1, OFFSET = 0, ABITS = 1, WIDTH = 1;
    parameter INIT = 1'bx;
    parameter RD_PORTS = 1, WR_PORTS = 1;
    parameter RD_CLK_ENABLE = 0, RD_CLK_POLARITY = 0, RD_TRANSPARENCY_MASK = 0, RD_COLLISION_X_MASK = 0;
    parameter RD_WIDE_CONTINUATION = 0, RD_CE_OVER_SRST = 0;
    parameter RD_ARST_VALUE = 0, RD_SRST_VALUE = 0, RD_INIT_VALUE = 0;
    parameter WR_CLK_ENABLE = 0, WR_CLK_POLARITY = 0, WR_PRIORITY_MASK = 0, WR_WIDE_CONTINUATION = 0;
    parameter _TECHMAP_BITS_CONNMAP_ = 0;
    parameter _TECHMAP_CONNMAP_WR_EN_ = 0;

    input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
    input [RD_PORTS*ABITS-1:0] RD_ADDR;
    output [RD_PORTS*WIDTH-1:0] RD_DATA;
    input [WR_PORTS-1:0] WR_CLK;
    input [WR_PORTS*WIDTH-1:0] WR_EN;
    input [WR_PORTS*ABITS-1:0] WR_ADDR;
    input [WR_PORTS*WIDTH-1:0] WR_DATA;

`ifdef RAMS_OF_MOD
    localparam LEAST_OF_ROM = 1024; // bits; gates of a smaller one are no larger
    wire _TECHMAP_FAIL_ = WR_PORTS > 1 || (WR_PORTS == 1 && (WR_CLK_ENABLE != 1 || WR_CLK_POLARITY != 1)) ||
                          RD_CLK_ENABLE != 0 || ABITS > 16 ||
                          SIZE < 8 || (WR_PORTS == 0 && SIZE * WIDTH < LEAST_OF_ROM);
`else
    wire _TECHMAP_FAIL_ = WR_PORTS != 1 || WR_CLK_ENABLE != 1 || RD_CLK_ENABLE != 0 || ABITS > 12 || SIZE < 8;
`endif

    generate
        if (WR_PORTS == 0)
            ow_store #(.SIZE(SIZE), .OFFSET(OFFSET), .ABITS(ABITS), .WIDTH(WIDTH), .INIT(INIT), .READS(RD_PORTS),
                       .POLARITY(1), .ENABLE_BITS(1), .ENABLES({WIDTH{1'b0}}))
                _TECHMAP_REPLACE_ (.CLK(1'b0), .EN({WIDTH{1'b0}}), .ADDR({ABITS{1'b0}}), .DATA({WIDTH{1'b0}}),
                                   .FROM(RD_ADDR), .READ(RD_DATA));
        else
            ow_store #(.SIZE(SIZE), .OFFSET(OFFSET), .ABITS(ABITS), .WIDTH(WIDTH), .INIT(INIT), .READS(RD_PORTS),
                       .POLARITY(WR_CLK_POLARITY), .ENABLE_BITS(_TECHMAP_BITS_CONNMAP_),
                       .ENABLES(_TECHMAP_CONNMAP_WR_EN_))
                _TECHMAP_REPLACE_ (.CLK(WR_CLK), .EN(WR_EN), .ADDR(WR_ADDR), .DATA(WR_DATA), .FROM(RD_ADDR),
                                   .READ(RD_DATA));
    endgenerate
endmodule
