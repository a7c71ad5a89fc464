// The fingerprint of an untrusted certificate, grouped so that it can be compared by eye.
import { useWords } from '../../words/words.tsx'

export function CertificateFingerprint({ fingerprint, host }: { fingerprint: string; host: string }) {
  const t = useWords('accounts')
  const groups = fingerprint.toUpperCase().match(/.{4}/g) ?? []
  return (
    <div className="grid gap-2 rounded-hull bg-bg p-4 text-sm">
      <p>{t('pin.text', { host })}</p>
      <p className="font-mono wrap-anywhere" dir="ltr">
        {groups.join(' ')}
      </p>
    </div>
  )
}
