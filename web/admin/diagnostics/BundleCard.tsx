// Downloads the support bundle, which has no secrets and no personal data.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { getSupportBundleApi } from '../../../core/api/admin/diagnostics.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'

/** Building the bundle runs every check. */
const timeoutMs = 180_000

export function BundleCard({ isAdmin }: { isAdmin: boolean }) {
  const t = useWords('admindiagnostics')
  const explain = useExplain()
  const call = useCall()
  const download = useMutation({
    mutationFn: async () => {
      const bundle = await call(getSupportBundleApi, 'GET', '/api/admin/diagnostics/bundle', { timeoutMs })
      saveFile(`mailferry-support-${bundle.madeAt.slice(0, 10)}.json`, JSON.stringify(bundle, null, 2))
    },
  })
  return (
    <Card flush>
      <CardHead
        title={t('bundle')}
        action={
          <Button
            look="quiet"
            small
            busy={download.isPending}
            disabledReason={isAdmin ? undefined : t('bundle.adminOnly')}
            onClick={() => download.mutate()}
          >
            <Download size={16} aria-hidden /> {t('bundle.download')}
          </Button>
        }
      >
        {t('bundle.text')}
      </CardHead>
      {download.error && (
        <div className="px-(--pad) pb-4">
          <Note kind="danger" alert>
            {explain(download.error)}
          </Note>
        </div>
      )}
    </Card>
  )
}

function saveFile(name: string, text: string): void {
  const file = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  URL.revokeObjectURL(file)
}
