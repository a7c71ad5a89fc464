// Loaded into a process whose event loop is watched: writes how late it was, in milliseconds, a line each 100 ms.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['LAG_FILE']
if (file && isMainThread) {
  let late = 0
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    late = Math.max(late, now - last - 1)
    last = now
    setTimeout(tick, 1).unref()
  }
  setTimeout(tick, 1).unref()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${late.toFixed(1)}\n`)
    late = 0
  }, 100).unref()
}
