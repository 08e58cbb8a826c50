/* Error numbers of emscripten's C library, which are those of WASI. */

/* In the order of their numbers, from 1. */
const NAMES = ("E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED " +
  "ECHILD ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH " +
  "EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG " +
  "ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT " +
  "ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENXIO EOVERFLOW EOWNERDEAD " +
  "EPERM EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIMEDOUT ETXTBSY EXDEV").split(" ");

/* The C library numbers this error apart from WASI. */
const NOT_SUPPORTED = 138;

/** The number of an error's name; that of EIO if C knows no such name. */
export function errorNumber(name: string | undefined): number {
  if (name === "ENOTSUP" || name === "EOPNOTSUPP")
    return NOT_SUPPORTED;
  const at = name === undefined ? -1 : NAMES.indexOf(name);
  return (at < 0 ? NAMES.indexOf("EIO") : at) + 1;
}

/** An error that a system call returns. */
export class SystemError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** The number of what was thrown. Anything that Node.js does not throw for the system is thrown again. */
export function numberOfThrown(thrown: unknown): number {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  if (typeof code !== "string")
    throw thrown;
  /* Arguments that Node.js refuses itself, such as a path with a zero byte. */
  return errorNumber(code.startsWith("ERR_") ? "EINVAL" : code);
}
