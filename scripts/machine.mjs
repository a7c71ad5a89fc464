// What the tests need of the machine: a browser, Dovecot, the system's PostgreSQL; installed where it is root on Debian.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { innerEnvironment, pinnedNode, root, say, tool } from './bootstrap.mjs'

const dovecot = '/usr/sbin/dovecot'
const dovecotParts = [dovecot, '/usr/lib/dovecot/imap', '/usr/lib/dovecot/lmtp']

/** Chromium's path; '' means Playwright's own, which is then installed. */
export function findChromium() {
  const known = () => [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find(file => file && existsSync(file))
  if (!known() && isDebianRoot()) installPackages(['chromium'])
  const found = known()
  if (!found)
    spawnSync(pinnedNode(), [tool('@playwright/test', 'playwright'), 'install', 'chromium'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: innerEnvironment(),
    })
  return found ?? ''
}

/** What the tests with Dovecot need in their environment; nothing but an empty path where there is none. */
export function dovecotEnvironment(env) {
  const found = findDovecot()
  // A person's PATH often lacks the folder of the servers.
  return found ? { DOVECOT_PATH: found, PATH: `${env.PATH}${delimiter}${dirname(found)}` } : { DOVECOT_PATH: '' }
}

function findDovecot() {
  const found = () => [process.env.DOVECOT_PATH].find(file => file && existsSync(file)) ?? (dovecotParts.every(existsSync) ? dovecot : '')
  if (!found() && isDebianRoot()) installPackages(['dovecot-core', 'dovecot-imapd', 'dovecot-lmtpd'])
  // Another program's opinion of exported scripts; without it those tests say that they were skipped.
  if (found() && isDebianRoot() && !existsSync('/usr/bin/sieve-test')) installPackages(['dovecot-sieve'])
  return found()
}

/** The folder of the system's PostgreSQL programs, the oldest from 15 on; '' where there is none. */
export function findPostgres() {
  if (process.env.POSTGRES_PROGRAMS) return process.env.POSTGRES_PROGRAMS
  if (!postgresFolder() && isDebianRoot()) installPackages(['postgresql'])
  return postgresFolder()
}

function postgresFolder() {
  const all = '/usr/lib/postgresql'
  const versions = existsSync(all) ? readdirSync(all).map(Number) : []
  const fitting = versions.filter(version => version >= 15 && existsSync(`${all}/${version}/bin/initdb`)).sort((a, b) => a - b)
  return fitting.length > 0 ? `${all}/${fitting[0]}/bin` : ''
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

// Tried with the lists that are there; refreshed only when that fails.
function installPackages(names) {
  say(`installing ${names.join(', ')} from Debian's packages …`)
  const apt = words =>
    spawnSync('apt-get', words, { stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  const add = () => apt(['install', '-y', '-qq', '--no-install-recommends', ...names])
  withoutServices(() => add() || (apt(['update', '-qq']) && add()))
}

// Debian starts what it installs as a service; the tests run their own on free ports.
function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return work()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return work()
  } finally {
    rmSync(policy)
  }
}
