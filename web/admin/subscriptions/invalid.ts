// Shows in a dialog what is wrong with typed values, before they are sent to the server.
import { ApiError } from '../../ApiError.ts'

export const invalid = (message: string): ApiError => new ApiError(422, 'invalid', message)
