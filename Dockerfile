# Built in two steps: the pages need the development tools, the server runs without them.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --no-save --workspaces=false --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
# The limit of the allocator is explained in tools/run.mjs.
ENV NODE_ENV=production TZ=UTC PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
COPY package.json package-lock.json ./
RUN npm install --no-save --workspaces=false --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY contracts ./contracts
COPY server ./server
COPY tools ./tools
COPY --from=build /app/dist ./dist
RUN mkdir /data .compile-cache && chown node:node /data .compile-cache
USER node
# Compiled once here, so that no container begins with it; the flags are part of what is compiled for.
ENV NODE_COMPILE_CACHE=/app/.compile-cache
RUN node --max-semi-space-size=8 --external-memory-accounted-in-global-limit --no-concurrent-sparkplug \
  --no-maglev-build-code-on-background --no-maglev-deopt-data-on-background --expose-gc --input-type=module \
  -e "await import('/app/server/src/app/start-server.ts')"
VOLUME /data
EXPOSE 3000
# The server refuses new work and lets what it accepted end; an answer may take minutes.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:3000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "--max-semi-space-size=8", "--external-memory-accounted-in-global-limit", "--no-concurrent-sparkplug", \
  "--no-maglev-build-code-on-background", "--no-maglev-deopt-data-on-background", "--expose-gc", "server/start.mjs"]
