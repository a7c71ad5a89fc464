// An id of the provider, as a link to its dashboard where there is one.
import { useWords } from '../../../words/words.tsx'

export function ProviderRef({ label, url }: { label: string; url: string | null }) {
  const t = useWords('adminsubscriptions')
  if (url === null) return <code className="text-sm wrap-anywhere">{label}</code>
  return (
    <a href={url} target="_blank" rel="noreferrer" title={t('openAtProvider')}>
      <code className="text-sm wrap-anywhere">{label}</code>
    </a>
  )
}
