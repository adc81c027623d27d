# syntax=docker/dockerfile:1
# One image for every program; docker-compose.yml says which one a container runs.

FROM node:20-bookworm-slim AS source
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# Without the tools of development: no local chain, no embedded PostgreSQL, no compilers.
FROM source AS dependencies
RUN npm ci --omit=dev

FROM source AS build
RUN npm ci
COPY . .
RUN npm run build

FROM node:20-bookworm-slim AS runtime
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY prisma prisma
# The user of the base image that may do nothing.
USER node
CMD ["node", "--enable-source-maps", "dist/apps/api/src/main.js"]
