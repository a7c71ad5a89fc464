// Takes screenshots for guides: in both themes, compressed, with their sizes recorded.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** The device scale factor, to be sharp on most screens and still small. */
export const scale = 1.5
const themes = ['light', 'dark']
/** The space below the last element shown. */
const bottomMarginPx = 20

/** A wider picture would be unreadable when shrunk to a phone, so it is also taken on a phone's screen, as `name-narrow`. */
const maxShrunkWidth = 420
const phoneScreen = { width: 360, height: 2200 }

/**
 * `shoot(page, name, locator, options)` saves a screenshot in both themes as `name-theme.avif` in `folder`. `options` may hold the margin,
 * `until`, the last element to show, `untilOnPhone`, the same for a narrow screen, and the highest height. `sizes` holds the display size of each picture.
 */
export function openCamera(folder) {
  mkdirSync(folder, { recursive: true })
  const sizes = {}
  const takeThemes = async (page, name, locator, options) => {
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.evaluate(() => document.fonts.ready)
      await page.waitForTimeout(300)
      const clip = await clipBox(page, locator, options)
      const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
      writeFileSync(join(folder, `${name}-${theme}.avif`), await sharp(png).avif({ quality: 48, effort: 5 }).toBuffer())
      sizes[name] = [Math.round(clip.width), Math.round(clip.height)]
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const shoot = async (page, name, locator, { untilOnPhone, ...options } = {}) => {
    await takeThemes(page, name, locator, options)
    if (sizes[name][0] <= maxShrunkWidth) return
    const screen = page.viewportSize()
    await page.setViewportSize(phoneScreen)
    await takeThemes(page, `${name}-narrow`, locator, { ...options, until: untilOnPhone ?? options.until })
    await page.setViewportSize(screen)
  }
  return { shoot, sizes }
}

/** The box of a locator with a margin around it, down to the last element to show. */
async function clipBox(page, locator, { margin = 12, until, maxHeight = Number.POSITIVE_INFINITY } = {}) {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  const lastBox = until && (await until.boundingBox())
  const { width: viewportWidth, height: viewportHeight } = page.viewportSize()
  const x = Math.max(0, box.x - margin)
  const y = Math.max(0, box.y - margin)
  const bottom = lastBox ? lastBox.y + lastBox.height + bottomMarginPx : box.y + box.height + margin
  const height = Math.min(viewportHeight, bottom) - y
  return { x, y, width: Math.min(viewportWidth, box.x + box.width + margin) - x, height: Math.min(height, maxHeight) }
}

export function writeSizes(file, sizes) {
  mkdirSync(dirname(file), { recursive: true })
  const lines = Object.entries(sizes).toSorted(([a], [b]) => a.localeCompare(b))
  writeFileSync(file, `{\n${lines.map(([name, size]) => `  ${JSON.stringify(name)}: [${size.join(', ')}]`).join(',\n')}\n}\n`)
}
