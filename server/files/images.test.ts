// Tests re-encoding pictures with limited concurrency.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openImages } from './images.ts'

const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#2a6f97' } })
  .jpeg()
  .toBuffer()

test('two pictures are processed at once, eight wait, and more are refused', async () => {
  const images = openImages()
  const results = await Promise.allSettled(Array.from({ length: 14 }, () => images.toAvatar(picture)))
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(10)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 503, code: 'SlowDown' })
  expect(await sharp(await images.toAvatar(picture)).metadata()).toMatchObject({ width: 512, height: 512 })
})

test('a failing picture does not block those after it', async () => {
  const images = openImages()
  const broken = picture.subarray(0, 400)
  const results = await Promise.allSettled([broken, broken, broken, picture, broken, picture].map(images.toAvatar))
  expect(results.map(result => result.status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
})

test('decoders for other formats are disabled', async () => {
  const images = openImages()
  const tiff = await sharp(picture).tiff().toBuffer()
  await expect(images.toAvatar(tiff)).rejects.toMatchObject({ status: 415 })
  await expect(images.transform(tiff, {})).rejects.toMatchObject({ status: 400 })
  await expect(sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).png().toBuffer()).rejects.toThrow()
})

test('a picture is rotated by its EXIF orientation, and small ones are not enlarged', async () => {
  const images = openImages()
  const canvas = { create: { width: 40, height: 20, channels: 3 as const, background: '#fff' } }
  const left = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const rotated = await sharp(canvas)
    .composite([{ input: left, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { data, info } = await sharp(await images.toAvatar(rotated))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([20, 20])
  // Rotated by a quarter turn, red is on top.
  const pixelAt = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3),
  ]
  expect(pixelAt(10, 2)[1]).toBeLessThan(80)
  expect(pixelAt(10, 18)[1]).toBeGreaterThan(180)
})
