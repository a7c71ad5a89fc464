// Renders the share images of the public pages and the icons of the installed app.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './bootstrap.mjs'
import { trueTypeOf } from './true-type.mjs'

const width = 1200
const height = 630
const margin = 84

/** Renders `<folder>/<image>.png` for each page from its title and description, in our own font whatever the machine has. */
export async function renderShareImages(pages, folder) {
  mkdirSync(folder, { recursive: true })
  const fonts = mkdtempSync(join(tmpdir(), 'mailferry-fonts-'))
  const [bold, regular] = [700, 400].map(weight => writeFont(fonts, weight))
  try {
    for (const page of pages) await renderShareImage(page, join(folder, `${page.image}.png`), bold, regular)
  } finally {
    rmSync(fonts, { recursive: true, force: true })
  }
}

async function renderShareImage({ title, description }, file, bold, regular) {
  const heading = await renderText(title, { fontfile: bold, style: 'Bold', size: 56, color: '#f1f7f9', maxHeight: 150 })
  const lede = await renderText(description, { fontfile: regular, style: '', size: 28, color: '#b6cbd3', maxHeight: 110 })
  await sharp(Buffer.from(background))
    .composite([
      { input: heading.data, left: margin, top: 170 },
      { input: lede.data, left: margin, top: 170 + heading.info.height + 32 },
    ])
    .png({ palette: true, colours: 32, effort: 4 })
    .toFile(file)
}

function writeFont(folder, weight) {
  const name = `atkinson-hyperlegible-next-latin-${weight}-normal`
  const file = join(folder, `${name}.ttf`)
  writeFileSync(file, trueTypeOf(readFileSync(join(root, `node_modules/@fontsource/atkinson-hyperlegible-next/files/${name}.woff`))))
  return file
}

/** Full bleed, with the logo inside the circle that every platform's mask leaves visible. */
export async function renderIcons(folder) {
  const rendered = join(root, 'web', 'public', 'app-icon.svg')
  for (const size of [192, 512])
    await sharp(rendered, { density: (72 * size) / 512 })
      .resize(size, size)
      .png({ palette: true, effort: 7 })
      .toFile(join(folder, `icon-${size}.png`))
  const png = await sharp(rendered, { density: 72 }).resize(32, 32).png({ palette: true, effort: 7 }).toBuffer()
  writeFileSync(join(folder, 'favicon.ico'), icoOf(png, 32))
}

/** A favicon.ico with one PNG in it: browsers and crawlers ask for that name whatever the page says. */
function icoOf(png, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** Wrapped text; text higher than `maxHeight` is rendered smaller. */
async function renderText(content, { fontfile, style, size, color, maxHeight }) {
  const rendered = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeXml(content)}</span>`,
      font: `Atkinson Hyperlegible Next ${style} ${size}px`,
      fontfile,
      width: width - 2 * margin,
      spacing: Math.round(size / 8),
      rgba: true,
      dpi: 72,
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return rendered.info.height > maxHeight ? renderText(content, { fontfile, style, size: size - 4, color, maxHeight }) : rendered
}

const escapeXml = content => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const logo = `<path d="M4 4.5h24L16 14z" fill="#fabd33"/><path d="M1.5 7.5 16 19 30.5 7.5 28 18.5a6.5 6.5 0 0 1-6.3 5H10.3a6.5 6.5 0 0 1-6.3-5z" fill="#f1f7f9"/>`
const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="#07303e"/>
<g transform="translate(${margin} 66) scale(2.1)">${logo}<path d="M3 28.3h17.5M25.5 28.3H29" fill="none" stroke="#f1f7f9" stroke-width="2.4" stroke-linecap="round"/></g>
<path d="M0 560h880" stroke="#b6cbd3" stroke-width="4"/><path d="M1040 560h160" stroke="#b6cbd3" stroke-width="4" stroke-linecap="round" stroke-dasharray="0.1 14"/>
<g transform="translate(900 466) scale(3.75)">${logo}</g>
<g stroke="#fabd33" stroke-width="4" stroke-linecap="round"><path d="M915 578h90M930 594h56M944 610h28"/></g>
</svg>`
