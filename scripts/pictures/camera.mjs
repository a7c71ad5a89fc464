// A camera for guides: the same thing by day and by night, small, with its size written down.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** So much larger than it is shown, to be sharp on most screens and still small. */
export const scale = 1.5
const themes = ['light', 'dark']

/**
 * `shoot(name, what)` takes a locator, or a part of the page as a clip, in both themes as `name-theme.avif` in `folder`;
 * `sizes` holds what each is shown at.
 */
export function openCamera(folder) {
  mkdirSync(folder, { recursive: true })
  const sizes = {}
  const shoot = async (page, name, what, cut = {}) => {
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.evaluate(() => document.fonts.ready)
      await page.waitForTimeout(150)
      const clip = await boxOf(page, what, cut)
      const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
      writeFileSync(join(folder, `${name}-${theme}.avif`), await sharp(png).avif({ quality: 48, effort: 5 }).toBuffer())
      sizes[name] = [Math.round(clip.width), Math.round(clip.height)]
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return { shoot, sizes }
}

/** The box of a locator with a margin around it, cut to the height asked for. */
async function boxOf(page, what, { margin = 12, height = Infinity } = {}) {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  const { width: wide, height: high } = page.viewportSize()
  const x = Math.max(0, box.x - margin)
  const y = Math.max(0, box.y - margin)
  return { x, y, width: Math.min(wide - x, box.width + 2 * margin), height: Math.min(high - y, box.height + 2 * margin, height) }
}

export function writeSizes(file, sizes) {
  mkdirSync(dirname(file), { recursive: true })
  const lines = Object.entries(sizes).toSorted(([a], [b]) => a.localeCompare(b))
  writeFileSync(file, `{\n${lines.map(([name, size]) => `  ${JSON.stringify(name)}: [${size.join(', ')}]`).join(',\n')}\n}\n`)
}
