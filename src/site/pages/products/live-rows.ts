export { liveRows as loader } from './live-rows.server.ts'
