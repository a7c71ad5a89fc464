// Cuts the notes of a version out of the changelog.

/** What stands below the version's own heading, or below "Unreleased" until it has one. Throws if neither is there. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m)
  const find = name => sections.find(section => new RegExp(`^## \\[?${name.replaceAll('.', '\\.')}\\b`, 'i').test(section))
  const section = find(version) ?? find('Unreleased')
  if (!section) throw new Error(`CHANGELOG.md says nothing of ${version}: add "## ${version}" with what people notice.`)
  return `${section.replace(/^## .*\n/, '').trim()}\n`
}
