// Proves a release in an empty root: only the archive, the C library and a shell; no network, no root's rights, a read-only release.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../bootstrap.mjs'

const user = 1000
const readyMs = 120_000
const stopMs = 12_000

/** Prints what it measured; ends the process with a sentence if anything is not as promised. */
export async function prove(archive) {
  if (process.platform !== 'linux' || process.getuid() !== 0) fail('The proof needs Linux and root: it makes namespaces.')
  const top = mkdtempSync('/var/tmp/mailferry-empty-')
  chmodSync(top, 0o755)
  const name = basename(archive, '.tar.gz')
  process.on('exit', () => {
    for (const folder of [top, `${top}-data`]) rmSync(folder, { recursive: true, force: true })
  })
  furnish(top, archive, name)
  const command = join('/opt/mailferry', name, 'bin', 'mailferry')
  const startedAt = Date.now()
  const running = enter(top, command, ['start'])
  try {
    await untilReady(running)
    const readyMs = Date.now() - startedAt
    await sleep(3_000)
    const megabytes = memoryOf(top)
    const sent = beside(top, command, ['send-mail', '--subject', 'Invoice 42'])
    if (!/^Accepted by the server/m.test(sent)) fail(`send-mail was not accepted: ${sent}`)
    const doctor = beside(top, command, ['doctor'])
    const stoppedAt = Date.now()
    process.kill(firstProcess(top), 'SIGTERM')
    const [code] = await Promise.race([once(running.child, 'exit'), sleep(stopMs).then(() => ['late'])])
    const stopSeconds = (Date.now() - stoppedAt) / 1000
    const left = processesIn(top).length
    console.log(doctor.split('\n').slice(0, 3).join('\n'))
    console.log(
      `ready=${readyMs / 1000}s again=${await startAgain(top, command)}s memory=${megabytes}MB mail=accepted stop=${stopSeconds}s exit=${code} left=${left}`,
    )
    if (code !== 0 || left > 0) fail('The release did not stop cleanly.')
  } finally {
    for (const pid of processesIn(top)) process.kill(pid, 'SIGKILL')
  }
}

/** With what the first start left: the time to ready. */
async function startAgain(top, command) {
  const startedAt = Date.now()
  const running = enter(top, command, ['start'])
  await untilReady(running)
  const seconds = (Date.now() - startedAt) / 1000
  process.kill(firstProcess(top), 'SIGTERM')
  await once(running.child, 'exit')
  return seconds
}

/** The archive, a user, a folder for data, the libraries that the programs name, and a shell, which initdb needs. */
function furnish(top, archive, name) {
  for (const folder of ['opt/mailferry/data', 'etc', 'tmp', 'proc', 'dev', 'bin', 'usr/lib'])
    mkdirSync(join(top, folder), { recursive: true, mode: 0o755 })
  const unpacked = spawnSync('tar', ['-xzf', archive, '-C', join(top, 'opt', 'mailferry'), '--no-same-owner'], { stdio: ['ignore', 2, 2] })
  if (unpacked.status !== 0) fail('The archive could not be unpacked.')
  writeFileSync(join(top, 'etc', 'passwd'), `mailferry:x:${user}:${user}::/opt/mailferry:/bin/sh\n`)
  writeFileSync(join(top, 'etc', 'hosts'), '127.0.0.1 localhost\n')
  mkdirSync(`${top}-data`, { mode: 0o755 })
  for (const folder of [`${top}-data`, join(top, 'tmp')]) chownSync(folder, user, user)
  const release = join(top, 'opt', 'mailferry', name)
  cpSync(realpathSync('/bin/sh'), join(top, 'bin', 'sh'))
  for (const program of ['/bin/sh', ...programsOf(release)]) copyLibraries(top, program)
}

/** Node, PostgreSQL and the packages' own libraries. */
function programsOf(release) {
  const isProgram = ({ name, parentPath }) => /\.node$|\.so(\.[\d.]+)?$/.test(name) || /(node-\w+-\w+|native)\/bin$/.test(parentPath)
  return readdirSync(join(release, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && isProgram(entry))
    .map(entry => join(entry.parentPath, entry.name))
}

function copyLibraries(top, program) {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  for (const [, library] of stdout.matchAll(/(\/\S+) \(0x/g)) {
    const place = join(top, library)
    if (library.startsWith(top) || existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    cpSync(realpathSync(library), place)
  }
}

/** In namespaces of its own: processes, mounts, and a network that has nothing but itself. */
function enter(top, command, parameters) {
  const script = [
    'ip link set lo up',
    `mount --bind ${top} ${top}`,
    `mount -t proc proc ${top}/proc`,
    `mount -t tmpfs -o mode=755 tmpfs ${top}/dev`,
    `mkdir -m 1777 ${top}/dev/shm`,
    ...['null c 1 3', 'zero c 1 5', 'random c 1 8', 'urandom c 1 9'].map(device => `mknod -m 666 ${top}/dev/${device}`),
    `mount --bind -o ro ${top}/opt/mailferry ${top}/opt/mailferry && mount -o remount,bind,ro ${top}/opt/mailferry`,
    `mount --bind ${top}-data ${top}/opt/mailferry/data`,
    `exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/opt/mailferry chroot --userspec=${user}:${user} ${top} ${command} ${parameters.join(' ')}`,
  ]
  const child = spawn('unshare', ['--mount', '--pid', '--net', '--fork', '--kill-child', 'sh', '-ec', script.join('\n')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = []
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', line => lines.push(line))
  return { child, lines }
}

async function untilReady({ child, lines }) {
  const endAt = Date.now() + readyMs
  while (!lines.some(line => line.startsWith('ready '))) {
    if (child.exitCode !== null || Date.now() > endAt) fail(`The release did not start:\n${lines.slice(-20).join('\n')}`)
    await sleep(10)
  }
}

/** Runs another command in the same namespaces and returns what it says. */
function beside(top, command, parameters) {
  const inside = ['chroot', `--userspec=${user}:${user}`, top, command, ...parameters]
  const found = spawnSync('nsenter', ['-t', String(firstProcess(top)), '-m', '-p', '-n', ...inside], {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  })
  return `${found.stdout}${found.stderr}`
}

/** The one that the operator's service manager would signal. */
const firstProcess = top => Math.min(...processesIn(top))

/** The processes that have this folder as their root. */
function processesIn(top) {
  return readdirSync('/proc').flatMap(name => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/root`) === top ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/** Shared pages counted once (PSS). */
function memoryOf(top) {
  const kilobytes = processesIn(top).map(pid => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0))
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024)
}
