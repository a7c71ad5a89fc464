// Takes the pictures of the README from the demo: `npm run pictures`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { build, fail, innerEnvironment, root, say } from './bootstrap.mjs'
import { findChromium } from './machine.mjs'
import { startProduct } from './product.mjs'
import { freePort } from './system-postgres.mjs'

const flags = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']

if (!build()) fail('The pages could not be built; the lines above say why.')
const folder = mkdtempSync(join(tmpdir(), 'mailferry-pictures-'))
chmodSync(folder, 0o755)
const settings = { PORT: String(await freePort()), SMTP_PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
const product = await startProduct({ ...innerEnvironment(), ...settings }, 'pipe')
const { email, password } = await signIn(product.server)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...flags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' })
  await page.goto(`http://localhost:${settings.PORT}/login`)
  await page.fill('input[type=email]', email)
  await page.fill('input[autocomplete=current-password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.getByText('Balanced').waitFor()
  await page.screenshot({ path: join(root, 'docs', 'dashboard.png') })
  say('docs/dashboard.png')
} finally {
  await browser.close()
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Reads the demo's sign-in off the lines below `ready`. */
function signIn(server) {
  return new Promise((done, failed) => {
    server.once('exit', () => failed(new Error('The server did not start.')))
    createInterface({ input: server.stdout }).on('line', line => {
      const [, email, password] = /as (\S+), password (\S+)/.exec(line) ?? []
      if (password) done({ email, password })
    })
  })
}
