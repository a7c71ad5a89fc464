// Hears that this process is to stop, also through npm, which dies at once and tells its children nothing.

/** Calls `stop` once, at the first signal or when npm and its shell have left this process behind. */
export function onStop(stop) {
  let stopping = false
  const once = () => {
    if (stopping) return
    stopping = true
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, once)
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && once(), 200).unref()
}
