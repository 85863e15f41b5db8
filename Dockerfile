FROM node:24-bookworm-slim AS build
WORKDIR /opt/octavo
COPY . .
RUN npm ci --omit=dev && npm run build && chmod +x dist/main.js

FROM node:24-bookworm-slim
WORKDIR /opt/octavo
COPY --from=build /opt/octavo/package.json ./
COPY --from=build /opt/octavo/node_modules ./node_modules
COPY --from=build /opt/octavo/dist ./dist
COPY --from=build /opt/octavo/studio/dist ./studio/dist
# A new volume takes over the owner and the mode of this folder.
RUN ln -s /opt/octavo/dist/main.js /usr/local/bin/octavo \
  && install --directory --owner=node --group=node --mode=0700 /var/lib/octavo
ENV NODE_ENV=production OCTAVO_HOST=0.0.0.0 OCTAVO_DATA=/var/lib/octavo
USER node
VOLUME /var/lib/octavo
EXPOSE 8055
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OCTAVO_PORT ?? 8055}/server/ping`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "dist/main.js", "serve"]
