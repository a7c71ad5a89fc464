// Renders the changelog as an Atom feed with one entry for each change.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** `origin` is the placeholder for the public URL. */
export function feed(changelog, origin) {
  const changedAt = lastChange()
  const entries = changelog
    .split('\n')
    .filter(line => line.startsWith('- '))
    .reverse()
    .map(line => entry(line.slice(2), origin, changedAt))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>Mailferry</title><id>${origin}/changelog</id><updated>${changedAt}</updated>`,
    `<link href="${origin}/changelog"/><link rel="self" href="${origin}/changelog.xml"/><author><name>Mailferry</name></author>`,
    ...entries,
    '</feed>\n',
  ].join('\n')
}

function entry(text, origin, changedAt) {
  const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
  const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const title = /^.*?[.:;](?= |$)/.exec(plain)?.[0].slice(0, -1) ?? plain
  return `<entry><id>${origin}/changelog#${id}</id><title>${escapeXml(title)}</title><updated>${changedAt}</updated><link href="${origin}/changelog"/><summary>${escapeXml(plain)}</summary></entry>`
}

const escapeXml = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** When the changelog last changed, according to git or else to the file. */
function lastChange() {
  const git = spawnSync('git', ['log', '-1', '--format=%cI', '--', 'CHANGELOG.md'], { cwd: root, encoding: 'utf8' })
  return git.stdout?.trim() || statSync(join(root, 'CHANGELOG.md')).mtime.toISOString()
}
