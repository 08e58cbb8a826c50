// A computer of sixteen bytes. `docs/how-to/netlists.md` builds it and runs a program in it.
//
// A byte is an instruction: its high half says what to do, its low half is an address N, or a number. An instruction
// takes two clock periods.
//
//     0N  a = memory[N]        3N  memory[N] = a        6N  go to N if a is not 0
//     1N  a = a + memory[N]    4N  a = N                7N  show a
//     2N  a = a - memory[N]    5N  go to N              others: stop
module cpu(input clk, input reset, output reg [7:0] shown, output reg stopped);
    reg [7:0] memory [0:15];
    reg [3:0] next;
    reg [7:0] instruction, a;
    reg executes;

    // 1 + 2 + ... + 20 = 210
    initial begin
        memory[0] = 8'h0d; memory[1] = 8'h1e; memory[2] = 8'h3d; memory[3] = 8'h0e;
        memory[4] = 8'h2f; memory[5] = 8'h3e; memory[6] = 8'h60; memory[7] = 8'h0d;
        memory[8] = 8'h70; memory[9] = 8'hf0; memory[10] = 0; memory[11] = 0;
        memory[12] = 0; memory[13] = 0; memory[14] = 20; memory[15] = 1;
    end

    wire [3:0] operand = instruction[3:0];
    wire [7:0] word = memory[executes ? operand : next];

    always @(posedge clk)
        if (reset) begin
            next <= 0;
            executes <= 0;
            stopped <= 0;
            shown <= 0;
        end else if (!stopped) begin
            executes <= !executes;
            if (!executes) begin
                instruction <= word;
                next <= next + 1;
            end else
                case (instruction[7:4])
                    0: a <= word;
                    1: a <= a + word;
                    2: a <= a - word;
                    3: memory[operand] <= a;
                    4: a <= operand;
                    5: next <= operand;
                    6: if (a != 0) next <= operand;
                    7: shown <= a;
                    default: stopped <= 1;
                endcase
        end
endmodule
