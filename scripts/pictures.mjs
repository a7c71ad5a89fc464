// Takes the screenshots for README and guides from the running product: `npm run pictures`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { build, fail, innerEnvironment, log, root } from './bootstrap.mjs'
import { findChromium } from './machine.mjs'
import { openCamera, writeSizes } from './pictures/camera.mjs'
import { takeGuidePictures } from './pictures/guides.mjs'
import { startProduct } from './product.mjs'
import { freePort } from './system-postgres.mjs'

const browserFlags = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']

if (!build()) fail('The build failed. See the lines above.')
const folder = mkdtempSync(join(tmpdir(), 'mailferry-pictures-'))
chmodSync(folder, 0o755)
const settings = { PORT: String(await freePort()), SMTP_PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
const product = await startProduct({ ...innerEnvironment(), ...settings }, 'pipe')
const { email, password } = await signIn(product.server)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...browserFlags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
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
  log('docs/dashboard.png')
  const { shoot, sizes } = openCamera(join(root, 'web', 'public', 'help'))
  const setup = {
    browser,
    url: `http://localhost:${settings.PORT}`,
    smtpPort: Number(settings.SMTP_PORT),
    anna: { email: 'anna@example.com', password: 'four words of an example', phone: '15550100142' },
    maya: { email, password },
  }
  await takeGuidePictures(setup, shoot)
  writeSizes(join(root, 'web', 'help', 'pictures.json'), sizes)
  log(`web/public/help: ${Object.keys(sizes).length} pictures, each in light and dark`)
} finally {
  await browser.close()
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Reads the credentials of the demo user from the server's output. */
function signIn(server) {
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('The server did not start.')))
    createInterface({ input: server.stdout }).on('line', line => {
      const [, email, password] = /as (\S+), password (\S+)/.exec(line) ?? []
      if (password) resolve({ email, password })
    })
  })
}
