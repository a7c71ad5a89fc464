// Renders the changelog as an Atom feed with one entry for each release.

/** `changelog`: the releases as core/text/changelog.ts reads them; those without a date are left out. `origin` stands for the public URL. */
export function feed(changelog, origin) {
  const releases = changelog.filter(({ date }) => date !== null)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>Mailferry releases</title><id>${origin}/changelog</id><updated>${timeOf(releases[0])}</updated>`,
    `<link href="${origin}/changelog"/><link rel="self" href="${origin}/changelog.xml"/><author><name>Mailferry</name></author>`,
    ...releases.map(release => entry(release, origin)),
    '</feed>\n',
  ].join('\n')
}

const timeOf = release => `${release?.date ?? '1970-01-01'}T00:00:00Z`

function entry(release, origin) {
  const list = release.groups.map(
    ({ title, entries }) => `<h3>${title}</h3><ul>${entries.map(text => `<li>${toHtml(text)}</li>`).join('')}</ul>`,
  )
  const head = `<id>${origin}/changelog#${release.name}</id><title>Mailferry ${release.name}</title><updated>${timeOf(release)}</updated>`
  return `<entry>${head}<link href="${origin}/changelog"/><content type="html">${escapeXml(list.join(''))}</content></entry>`
}

const toHtml = text =>
  escapeXml(text)
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]*)\*\*/g, '<b>$1</b>')

const escapeXml = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
