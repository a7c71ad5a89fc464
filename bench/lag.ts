// Loaded into a process whose event loop is watched: how late it was at most, and how long it worked at a stretch, a line each 100 ms.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['LAG_FILE']
if (file && isMainThread) {
  let [late, worked] = [0, 0]
  let [last, lastCpu] = [performance.now(), cpuMs()]
  const tick = () => {
    const [now, cpu] = [performance.now(), cpuMs()]
    late = Math.max(late, now - last - 1)
    worked = Math.max(worked, cpu - lastCpu)
    ;[last, lastCpu] = [now, cpu]
    setTimeout(tick, 1).unref()
  }
  setTimeout(tick, 1).unref()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${late.toFixed(1)} ${worked.toFixed(1)}\n`)
    ;[late, worked] = [0, 0]
  }, 100).unref()
}

/** Of this thread alone: what other programs take of the machine is not in it. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
