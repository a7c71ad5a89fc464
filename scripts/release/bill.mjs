// Writes the bill of materials (CycloneDX 1.5): npm's own, and the packages that were built into the pages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, runNpm } from '../bootstrap.mjs'

/** To be called while the packages are as npm installed them; returns the bill without the packages of the pages. */
export function readBill(target) {
  const result = runNpm(['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'], target, ['ignore', 'pipe', 2])
  if (result.status !== 0) fail('npm could not list the packages of the release.')
  return JSON.parse(String(result.stdout))
}

/** `inPages`: the packages that Vite built in; `left`: names that the release leaves to the machine. */
export function writeBill(file, bill, { version, inPages, left }) {
  const components = [...bill.components.filter(one => !left.has(fullName(one))), ...inPages.map(toComponent)]
  const unique = [...new Map(components.map(one => [one['bom-ref'], one])).values()].toSorted((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  )
  const known = new Set([...unique.map(one => one['bom-ref']), bill.metadata.component['bom-ref']])
  const dependencies = bill.dependencies
    .filter(one => known.has(one.ref))
    .map(one => ({ ...one, dependsOn: one.dependsOn.filter(ref => known.has(ref)) }))
  const metadata = { ...bill.metadata, component: { ...bill.metadata.component, version } }
  writeFileSync(file, `${JSON.stringify({ ...bill, metadata, components: unique, dependencies }, null, 2)}\n`)
}

const fullName = ({ group, name }) => (group ? `${group}/${name}` : name)

const toComponent = ({ name, version, license }) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  ...(name.startsWith('@') ? { group: name.split('/')[0], name: name.split('/')[1] } : { name }),
  version,
  scope: 'required',
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  properties: [{ name: 'mailferry:in', value: 'pages' }],
  ...(license && { licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }] }),
})

/** The packages whose code or fonts Vite put into the pages. */
export function packagesInPages(root, readManifest) {
  const names = JSON.parse(readFileSync(join(root, 'dist', 'packages.json'), 'utf8'))
  return names.map(name => ({ folder: join(root, 'node_modules', name), ...readManifest(join(root, 'node_modules', name)) }))
}
