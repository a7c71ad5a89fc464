// Pictures are made anew in turn, and nobody waits without end.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openImages } from './images.ts'

const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#2a6f97' } })
  .jpeg()
  .toBuffer()

test('two are worked on at once, eight wait, and more are told to come again', async () => {
  const images = openImages()
  const all = await Promise.allSettled(Array.from({ length: 14 }, () => images.toAvatar(picture)))
  expect(all.filter(one => one.status === 'fulfilled')).toHaveLength(10)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 503, code: 'SlowDown' })
  expect(await sharp(await images.toAvatar(picture)).metadata()).toMatchObject({ width: 512, height: 512 })
})

test('a picture that fails keeps nobody after it from their turn', async () => {
  const images = openImages()
  const broken = picture.subarray(0, 400)
  const all = await Promise.allSettled([broken, broken, broken, picture, broken, picture].map(images.toAvatar))
  expect(all.map(one => one.status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
})

test('readers of other formats are shut, whatever the bytes say', async () => {
  const images = openImages()
  const tiff = await sharp(picture).tiff().toBuffer()
  await expect(images.toAvatar(tiff)).rejects.toMatchObject({ status: 415 })
  await expect(images.transform(tiff, {})).rejects.toMatchObject({ status: 400 })
  await expect(sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).png().toBuffer()).rejects.toThrow()
})

test('a picture is turned as its camera says, and small ones stay small', async () => {
  const images = openImages()
  const half = { create: { width: 40, height: 20, channels: 3 as const, background: '#fff' } }
  const left = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const turned = await sharp(half)
    .composite([{ input: left, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { data, info } = await sharp(await images.toAvatar(turned))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([20, 20])
  // Turned by a quarter, red stands above.
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)]
  expect(at(10, 2)[1]).toBeLessThan(80)
  expect(at(10, 18)[1]).toBeGreaterThan(180)
})
