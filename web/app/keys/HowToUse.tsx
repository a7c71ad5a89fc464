// How a program uses a key: one call that works on this server, and where all of them are listed.
import { Disclosure } from '../../ui/Disclosure.tsx'
import { useWords } from '../../words.tsx'

const routes = '/api/openapi.json'

export function HowToUse() {
  const t = useWords('keys')
  const example = `curl -H "Authorization: Bearer mf_…" "${location.origin}/api/messages?limit=5"`
  return (
    <Disclosure word={t('docs')}>
      {/* It wraps: what has to be scrolled sideways is lost to who has no mouse. */}
      <pre dir="ltr" className="mt-2 rounded-hull-sm bg-sunk p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {example}
      </pre>
      <a href={routes} className="mt-2 inline-block text-sm">
        {routes}
      </a>
    </Disclosure>
  )
}
