// A translated sentence whose tags, such as `<b>…</b>`, become elements.
import { Fragment, type ReactNode } from 'react'

type Tags = Record<string, (text: string) => ReactNode>

const bold: Tags = { b: text => <b>{text}</b>, code: text => <code>{text}</code>, i: text => <em>{text}</em> }

/** `<Rich text={t('step')} tags={{ link: text => <Link to="/filters">{text}</Link> }} />`; b, i and code are known. Tags do not nest. */
export function Rich({ text, tags }: { text: string; tags?: Tags }) {
  const known = { ...bold, ...tags }
  const parts = text.split(/<([a-zA-Z]+)>(.*?)<\/\1>/s)
  const out: ReactNode[] = [parts[0]]
  for (let at = 1; at < parts.length; at += 3) {
    const [tag = '', inner = '', after = ''] = parts.slice(at, at + 3)
    out.push(<Fragment key={at}>{known[tag]?.(inner) ?? inner}</Fragment>, after)
  }
  return <>{out}</>
}
