// Takes the screenshots for the site and the guides from the running product: `npm run pictures`, or `-- site` for the site's alone.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { build, fail, innerEnvironment, log, root } from './bootstrap.mjs'
import { findChromium } from './machine.mjs'
import { openCamera, writeSizes } from './pictures/camera.mjs'
import { takeGuidePictures } from './pictures/guides.mjs'
import { takeReadmePicture, takeSitePictures } from './pictures/site.mjs'
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
  const setup = {
    browser,
    url: `http://localhost:${settings.PORT}`,
    smtpPort: Number(settings.SMTP_PORT),
    anna: { email: 'anna@example.com', password: 'four words of an example', phone: '15550100142' },
    maya: { email, password },
  }
  const site = openCamera(join(root, 'web', 'public', 'product'))
  await takeSitePictures(setup, site.shoot)
  writeSizes(join(root, 'web', 'site', 'pieces', 'product-shots.json'), site.sizes)
  log(`web/public/product: ${Object.keys(site.sizes).length} pictures, each in light and dark`)
  await takeReadmePicture(setup, join(root, 'docs'))
  log('docs/readme.png')
  if (process.argv[2] !== 'site') {
    const guides = openCamera(join(root, 'web', 'public', 'help'))
    await takeGuidePictures(setup, guides.shoot)
    writeSizes(join(root, 'web', 'help', 'pictures.json'), guides.sizes)
    log(`web/public/help: ${Object.keys(guides.sizes).length} pictures, each in light and dark`)
  }
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
