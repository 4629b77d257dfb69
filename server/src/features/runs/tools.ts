import { callTeammate } from './agent/call-teammate.ts'
import { createFile } from './files/create-file.ts'
import { httpRequest } from './http/http-request.ts'

export const tools = [httpRequest, callTeammate, createFile]
