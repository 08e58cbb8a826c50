/* Completion of fields: what a shell offers after "C-12/la". */
#ifndef OW_CLI_LOOK_OFFERS_H
#define OW_CLI_LOOK_OFFERS_H

/* Prints the fields that the last word may continue with, one a line. `words` is a command line
 * from its verb on, whose order may change. Returns an exit status, after a message that the
 * scripts of shells discard. */
int print_offers(int count, char **words);

#endif
