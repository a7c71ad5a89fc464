// Writes NOTICE: every package that a release carries, its license, and the license's text once for all that share it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const licenseFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i

/** `packages` have a folder, a name, a version and a license. Throws if a package has neither a license nor its text. */
export function writeNotice(file, packages) {
  const named = packages.map(one => ({ ...one, text: readTexts(one.folder) })).toSorted((a, b) => (label(a) < label(b) ? -1 : 1))
  const unknown = named.filter(one => !one.license && !one.text)
  if (unknown.length > 0) throw new Error(`Nobody knows the license of ${unknown.map(label).join(', ')}: look it up before it is released.`)
  const byText = Map.groupBy(named, one => one.text || `License: ${one.license}`)
  const parts = [...byText].map(([text, ones]) => `${ones.map(line).join('\n')}\n\n${text}\n`)
  writeFileSync(file, [head, ...parts].join(`\n${'-'.repeat(79)}\n\n`))
}

const head = `Mailferry
Licensed under the Apache License, Version 2.0: see LICENSE.

It carries the following packages, each under its own license.
`

const label = ({ name, version }) => `${name} ${version}`
const line = one => `${label(one)} (${one.license ?? 'see below'})`

function readTexts(folder) {
  const names = readdirSync(folder).filter(name => licenseFile.test(name))
  return names
    .toSorted()
    .map(name => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}
