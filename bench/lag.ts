// Preloaded into a process to watch its event loop: logs the longest delay and the longest uninterrupted work every 100 ms.
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

/** For this thread only, so that other programs on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
