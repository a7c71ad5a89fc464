// Reads CHANGELOG.md in the form of Keep a Changelog: releases with a date, changes in groups.

export interface Release {
  /** `Unreleased`, or a version such as 0.1.0. */
  name: string
  /** As YYYY-MM-DD; null while unreleased. */
  date: string | null
  groups: { title: string; entries: string[] }[]
}

export const parseChangelog = (markdown: string): Release[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map(parseRelease)
    .filter(({ groups }) => groups.length > 0)

function parseRelease(section: string): Release {
  const [heading = '', ...rest] = section.split('\n')
  const [, name = heading, date = null] = /^\[?([^\]\s]+)\]?(?: - (\d{4}-\d\d-\d\d))?/.exec(heading) ?? []
  const groups = rest
    .join('\n')
    .split(/^### /m)
    .map(part => part.split('\n'))
    .map(([title = '', ...lines]) => ({
      title: title.trim(),
      entries: lines.filter(line => line.startsWith('- ')).map(line => line.slice(2)),
    }))
    .filter(({ entries }) => entries.length > 0)
  return { name, date, groups }
}
