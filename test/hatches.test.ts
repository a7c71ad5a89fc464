// Tests that hatches are drawn in every browser.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../web/styles/', import.meta.url)

test('slanted stripes are blended in sRGB: Firefox draws one stroke in 280 px of those in oklch', () => {
  const slanted = readdirSync(folder)
    .filter(name => name.endsWith('.css'))
    .flatMap(name => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/repeating-linear-gradient\(\s*(-?45deg[^,]*),/g)])
  expect(slanted.length).toBeGreaterThan(3)
  for (const [, angle] of slanted) expect(angle).toBe('-45deg in srgb')
})
