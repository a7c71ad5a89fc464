// Downloads the rows of a list as CSV.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { fetchFile } from '../../api.ts'
import { useAuth } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'

export function CsvButton({ path, name }: { path: string; name: string }) {
  const t = useWords('adminui')
  const explain = useExplain()
  const { bearer } = useAuth()
  // Fetched with the session, which a plain link cannot do, and then saved like any download.
  const download = useMutation({
    mutationFn: async () => {
      const file = URL.createObjectURL(await fetchFile(path, await bearer()))
      const link = document.createElement('a')
      link.href = file
      link.download = `${name}.csv`
      link.click()
      URL.revokeObjectURL(file)
    },
    onError: error => toast.error(explain(error)),
  })
  return (
    <Button look="quiet" small busy={download.isPending} onClick={() => download.mutate()}>
      <Download size={16} aria-hidden /> {t('csv')}
    </Button>
  )
}
