// An email exactly as it would be sent, as HTML in a frame that runs nothing, and as plain text.
import { useState } from 'react'
import type { EmailPreview } from '../../../../core/api/admin/email-texts.ts'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Segmented } from '../../../ui/forms/Segmented.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'

export function EmailPreviewCard({ preview }: { preview: EmailPreview | undefined }) {
  const t = useWords('admintemplates')
  const [form, setForm] = useState<'html' | 'text'>('html')
  if (!preview) return <SkeletonCard />
  return (
    <Card className="lg:sticky lg:top-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{t('preview')}</h2>
        <Segmented
          label={t('preview.form')}
          value={form}
          onChange={setForm}
          parts={[
            { value: 'html', label: t('preview.html') },
            { value: 'text', label: t('preview.text') },
          ]}
        />
      </div>
      <p className="wrap-anywhere" dir="auto">
        <b>{preview.subject}</b>
      </p>
      {form === 'html' ? (
        // No permissions: the email runs nothing, sends nothing, and cannot leave the frame.
        <iframe
          title={t('preview')}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={preview.html}
          className="h-[36rem] w-full rounded-hull border border-line bg-white"
        />
      ) : (
        <pre dir="auto" className="text-sm whitespace-pre-wrap wrap-anywhere">
          {preview.text}
        </pre>
      )}
      <p className="text-sm text-ink-2">{t('preview.samples')}</p>
    </Card>
  )
}
