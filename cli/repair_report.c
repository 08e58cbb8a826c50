/* overworld repair: what was mended, for people and for programs. */
#include "repair.h"
#include "terminal.h"

#include <inttypes.h>
#include <string.h>

void report_break_off(void *context, const ow_break *place)
{
    struct repair_report *report = context;
    if (report->answer.writer) {
        answer_break(&report->answer, place);
        return;
    }
    char offset[32];
    print_words(report->to, report->input->path);
    fprintf(report->to, ": breaks off at byte %s", with_commas((long long)place->offset, offset));
    if (*place->pointer)
        fprintf(report->to, " (%s)", place->pointer);
    fputs(": ", report->to);
    print_words(report->to, place->error->message);
    fputc('\n', report->to);
    if (place->bytes_lost > 0)
        fprintf(report->to, "  %s byte%s from there on are of no record that could be read\n",
                with_commas((long long)place->bytes_lost, offset),
                place->bytes_lost == 1 ? "" : "s");
    if (place->read_as)
        fprintf(report->to, "  read as %s\n", place->read_as);
}

/* "components", "1 component", "Meta Things" as JSON's name spells it for people. */
static const char *words_of(const char *list, uint64_t count, char words[64])
{
    size_t size = (size_t)snprintf(words, 64, "%s", list);
    for (char *at = words; *at; at++)
        *at = (char)(*at == '_' ? ' ' : *at);
    if (count == 1 && size > 0 && size < 64 && words[size - 1] == 's')
        words[size - 1] = '\0';
    return words;
}

static void note_lost(struct repair_report *report, const ow_kept *list)
{
    char count[32], words[64];
    size_t used = strlen(report->lost);
    if (list->kept >= list->announced || used >= sizeof report->lost)
        return;
    uint64_t lost = list->announced - list->kept;
    snprintf(report->lost + used, sizeof report->lost - used, "%s%s%s %s", used > 0 ? ", " : "",
             list->kept == 0 ? "all " : "", with_commas((long long)lost, count),
             words_of(list->list, lost, words));
}

void report_kept(void *context, const ow_kept *list)
{
    struct repair_report *report = context;
    if (report->answer.writer) {
        answer_kept(&report->answer, list);
        return;
    }
    char kept[32], announced[32], words[64];
    note_lost(report, list);
    if (list->kept == 0)
        return;
    fprintf(report->to, "%s%s", report->any_kept ? ", " : "  ",
            with_commas((long long)list->kept, kept));
    if (list->kept < list->announced)
        fprintf(report->to, " of %s", with_commas((long long)list->announced, announced));
    fprintf(report->to, " %s", words_of(list->list, list->announced, words));
    report->any_kept = true;
}

/* The line that says what is kept and what is lost. */
static void end_kept(struct repair_report *report)
{
    if (report->any_kept)
        fprintf(report->to, " kept%s", *report->lost ? "; " : "\n");
    if (*report->lost)
        fprintf(report->to, "%s%s lost\n", report->any_kept ? "" : "  ", report->lost);
    report->any_kept = false;
    *report->lost = '\0';
}

static void print_fixed(const struct repair_report *report, const ow_repaired *repaired)
{
    char count[32];
    fprintf(report->to, "%s%s%s (%s): %s: %s\n", color_severity(repaired->code->severity),
            repaired->code->code, color_off(), ow_fix_name(repaired->code->fix),
            repaired->remedy->name, repaired->remedy->what);
    if (repaired->pointer_count == 0)
        return;
    fprintf(report->to, "  %s:", with_commas((long long)repaired->fixed, count));
    for (uint64_t i = 0; i < repaired->pointer_count; i++)
        fprintf(report->to, " %s", repaired->pointers[i]);
    fprintf(report->to, "%s\n", repaired->fixed > repaired->pointer_count ? " ..." : "");
}

static void print_left(const struct repair_report *report, const ow_repaired *repaired)
{
    char count[32];
    fprintf(report->to, "%s%s%s: %s left as they are; ", color_severity(repaired->code->severity),
            repaired->code->code, color_off(), with_commas((long long)repaired->left, count));
    if (!repaired->remedy)
        fprintf(report->to, "there is no fix: %s\n", repaired->code->advice);
    else
        fprintf(report->to, "%s%s: %s\n", repaired->code->fix == OW_LOSSY_FIX ? "--lossy " : "",
                repaired->remedy->name, repaired->remedy->what);
}

void report_repaired(void *context, const ow_repaired *repaired)
{
    struct repair_report *report = context;
    if (report->answer.writer) {
        answer_repaired(&report->answer, repaired);
        return;
    }
    end_kept(report);
    report->any_line = true;
    if (repaired->fixed > 0 && repaired->remedy)
        print_fixed(report, repaired);
    if (repaired->left > 0)
        print_left(report, repaired);
}

void report_end(struct repair_report *report, const ow_repair_totals *totals)
{
    if (report->answer.writer) {
        answer_repair_end(&report->answer, totals);
        return;
    }
    end_kept(report);
    if (totals->fixed > 0 || totals->left > 0)
        return;
    print_words(report->to, report->input->path);
    fputs(": nothing is to be fixed\n", report->to);
}
