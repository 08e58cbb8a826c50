/* What a process under --sandbox says when it is stopped. It ends in a signal handler and may write
 * nothing else, so no counts of lines run either: the coverage of cli leaves this file out. */
#ifndef OW_CLI_IO_CONFINE_STOP_H
#define OW_CLI_IO_CONFINE_STOP_H

/* For the message of `stop_confined`: the limit of processor time. */
void set_confined_seconds(unsigned seconds);

/* Ends the process with EXIT_STOPPED after a message: a forbidden system call, or less than 0 for
 * the limit of time. Temporary files are removed. For signal handlers: without stdio. */
void stop_confined(long call);

#endif
