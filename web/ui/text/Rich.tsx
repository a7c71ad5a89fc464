// A translated sentence whose tags, such as `<b>…</b>`, become elements.
import { Fragment, type ReactNode } from 'react'

type Tags = Record<string, (text: string) => ReactNode>

const bold: Tags = { b: text => <b>{text}</b>, code: text => <code>{text}</code>, i: text => <em>{text}</em> }

/** `<Rich text={t('step')} tags={{ link: text => <Link to="/filters">{text}</Link> }} />`; b, i and code are built in. Tags cannot be nested. */
export function Rich({ text, tags }: { text: string; tags?: Tags }) {
  const allTags = { ...bold, ...tags }
  const parts = text.split(/<([a-zA-Z]+)>(.*?)<\/\1>/s)
  const nodes: ReactNode[] = [parts[0]]
  for (let index = 1; index < parts.length; index += 3) {
    const [tag = '', inner = '', after = ''] = parts.slice(index, index + 3)
    nodes.push(<Fragment key={index}>{allTags[tag]?.(inner) ?? inner}</Fragment>, after)
  }
  return <>{nodes}</>
}
