// API calls for exports.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ExportLine, listExportsApi, removeExportApi, startExportApi } from '../../../core/api/exports.ts'
import { fetchFile } from '../../api.ts'
import { useAuth, useCall } from '../../session/session.tsx'

const key = ['exports']
const pollMs = 2_000

export const isInProgress = ({ state }: ExportLine): boolean => state === 'waiting' || state === 'working'

/** Polls while an export is being made. */
export function useExports() {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listExportsApi, 'GET', '/api/exports', { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isInProgress) ? pollMs : false),
  })
}

export function useStartExport() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(startExportApi, 'POST', '/api/exports', {}),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useRemoveExport() {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeExportApi, 'DELETE', '/api/exports/:id', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Fetched with the session, which a plain link cannot do, and then saved like any download. */
export function useDownload() {
  const { bearer } = useAuth()
  return useMutation({
    mutationFn: async ({ id, createdAt }: ExportLine) => {
      const file = URL.createObjectURL(await fetchFile(`/api/exports/${id}/file`, await bearer()))
      const link = document.createElement('a')
      link.href = file
      link.download = `mailferry-${createdAt.slice(0, 10)}.zip`
      link.click()
      URL.revokeObjectURL(file)
    },
  })
}
