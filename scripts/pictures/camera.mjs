// A camera for guides: the same thing by day and by night, small, with its size written down.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** So much larger than it is shown, to be sharp on most screens and still small. */
export const scale = 1.5
const themes = ['light', 'dark']
/** What is left below the last thing that is shown. */
const edge = 20

/** Wider than this, nobody could read a picture that is shrunk to a phone: it is taken on a phone's screen too, as `name-narrow`. */
const widestShrunk = 420
const phoneScreen = { width: 360, height: 2200 }

/**
 * `shoot(page, name, what, cut)` takes a locator in both themes as `name-theme.avif` in `folder`. `cut` may hold the margin around it, `until`,
 * the last thing within it that is shown, and `untilOnPhone`, the same on a narrow screen. `sizes` holds what each is shown at.
 */
export function openCamera(folder) {
  mkdirSync(folder, { recursive: true })
  const sizes = {}
  const take = async (page, name, what, cut) => {
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.evaluate(() => document.fonts.ready)
      await page.waitForTimeout(300)
      const clip = await boxOf(page, what, cut)
      const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
      writeFileSync(join(folder, `${name}-${theme}.avif`), await sharp(png).avif({ quality: 48, effort: 5 }).toBuffer())
      sizes[name] = [Math.round(clip.width), Math.round(clip.height)]
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const shoot = async (page, name, what, { untilOnPhone, ...cut } = {}) => {
    await take(page, name, what, cut)
    if (sizes[name][0] <= widestShrunk) return
    const screen = page.viewportSize()
    await page.setViewportSize(phoneScreen)
    await take(page, `${name}-narrow`, what, { ...cut, until: untilOnPhone ?? cut.until })
    await page.setViewportSize(screen)
  }
  return { shoot, sizes }
}

/** The box of a locator with a margin around it, down to the last thing to be shown. */
async function boxOf(page, what, { margin = 12, until } = {}) {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  const last = until && (await until.boundingBox())
  const { width: wide, height: high } = page.viewportSize()
  const x = Math.max(0, box.x - margin)
  const y = Math.max(0, box.y - margin)
  const bottom = last ? last.y + last.height + edge : box.y + box.height + margin
  return { x, y, width: Math.min(wide, box.x + box.width + margin) - x, height: Math.min(high, bottom) - y }
}

export function writeSizes(file, sizes) {
  mkdirSync(dirname(file), { recursive: true })
  const lines = Object.entries(sizes).toSorted(([a], [b]) => a.localeCompare(b))
  writeFileSync(file, `{\n${lines.map(([name, size]) => `  ${JSON.stringify(name)}: [${size.join(', ')}]`).join(',\n')}\n}\n`)
}
