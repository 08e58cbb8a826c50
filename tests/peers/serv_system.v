// SERV (https://github.com/olofk/serv) with 1 KiB of memory and a byte of displays, for tests/peers/processors.py.
// A write to address 0x40000000 shows a byte, one to 0x40000004 stops.
module serv_system(input clk, input reset, output reg [7:0] shown, output reg stopped);
    wire [31:0] fetch_address, address, data;
    wire [3:0] lanes;
    wire fetches, accesses, writes;
    reg fetched, accessed;
    reg [31:0] memory [0:255];
    wire [7:0] word = accesses ? address[9:2] : fetch_address[9:2];
    wire [31:0] read = memory[word];
    wire stores = accesses & writes & ~accessed;

    serv_rf_top core(.clk(clk), .i_rst(reset), .i_timer_irq(1'b0), .o_ibus_adr(fetch_address), .o_ibus_cyc(fetches),
                     .i_ibus_rdt(read), .i_ibus_ack(fetched), .o_dbus_adr(address), .o_dbus_dat(data),
                     .o_dbus_sel(lanes), .o_dbus_we(writes), .o_dbus_cyc(accesses), .i_dbus_rdt(read),
                     .i_dbus_ack(accessed), .i_ext_rd(32'b0), .i_ext_ready(1'b0));

    always @(posedge clk) begin
        fetched <= fetches & ~fetched & ~accesses & ~reset;
        accessed <= accesses & ~accessed & ~reset;
        if (stores & ~address[30]) begin
            if (lanes[0]) memory[word][7:0] <= data[7:0];
            if (lanes[1]) memory[word][15:8] <= data[15:8];
            if (lanes[2]) memory[word][23:16] <= data[23:16];
            if (lanes[3]) memory[word][31:24] <= data[31:24];
        end
        if (reset)
            stopped <= 0;
        else if (stores & address[30]) begin
            if (address[2])
                stopped <= 1;
            else
                shown <= data[7:0];
        end
    end
endmodule
