// Detects that this process should stop, even if npm exits without passing the signal on.

/** Calls `stop` once, at the first signal or when npm and its shell have exited without this process. */
export function onStop(stop) {
  let isStopping = false
  const stopOnce = () => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopOnce)
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stopOnce(), 200).unref()
}
